<?php

declare(strict_types=1);

namespace Platen\Internal;

/** @internal */
final class Json
{
    /**
     * A JSON object; an empty array if the text is not one.
     *
     * @return array<string, mixed>
     */
    public static function object(string $text): array
    {
        $said = json_decode($text, true);
        return is_array($said) && (!array_is_list($said) || $said === []) ? $said : [];
    }
}
