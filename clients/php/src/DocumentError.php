<?php

declare(strict_types=1);

namespace Platen;

/** The document was rejected: another one is needed. */
final class DocumentError extends PlatenError
{
}
