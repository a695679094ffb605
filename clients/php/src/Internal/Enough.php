<?php

declare(strict_types=1);

namespace Platen\Internal;

/**
 * Ends a transfer of which everything that matters has come.
 *
 * @internal
 */
final class Enough extends \Exception
{
}
