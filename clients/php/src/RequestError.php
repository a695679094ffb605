<?php

declare(strict_types=1);

namespace Platen;

/** The call was refused: it has to change. */
final class RequestError extends PlatenError
{
}
