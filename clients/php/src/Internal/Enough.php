<?php

declare(strict_types=1);

namespace Platen\Internal;

/**
 * Ends a transfer whose relevant part has been received.
 *
 * @internal
 */
final class Enough extends \Exception
{
}
