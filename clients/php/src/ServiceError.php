<?php

declare(strict_types=1);

namespace Platen;

/** The service failed or is too busy. */
final class ServiceError extends PlatenError
{
}
