<?php
// Loads the classes of this package where Composer does not.

declare(strict_types=1);

spl_autoload_register(static function (string $class): void {
    if (str_starts_with($class, 'Platen\\')) {
        $path = __DIR__ . '/src/' . str_replace('\\', '/', substr($class, 7)) . '.php';
        if (is_file($path)) {
            require $path;
        }
    }
});
