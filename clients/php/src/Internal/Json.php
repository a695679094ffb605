<?php

declare(strict_types=1);

namespace Platen\Internal;

/** @internal */
final class Json
{
    /**
     * An empty array where the text is no object.
     *
     * @return array<string, mixed>
     */
    public static function object(string $text): array
    {
        $said = json_decode($text, true);
        return is_array($said) && (!array_is_list($said) || $said === []) ? $said : [];
    }
}
