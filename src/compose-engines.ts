// The engines alone, for commands that convert without a service.
import type { Config } from '#config';
import { startEngines, type EngineOptions, type Engines } from '#conversion/engines/index.ts';
import { openCgroups } from '#conversion/process/cgroups.ts';
import { sandboxFonts } from '#conversion/metric-fonts/configure.ts';
import { createSandbox } from '#conversion/process/sandbox/sandbox.ts';

/** Engines in a sandbox with scratch files in `scratch`, for documents below `documents`. */
export const composeEngines = (
  config: Config,
  scratch: string,
  { documents = scratch, ...options }: EngineOptions & { documents?: string } = {},
): Engines =>
  startEngines(
    createSandbox(scratch, config.sandbox === 'on' ? 'bubblewrap' : 'off', documents, {
      fonts: sandboxFonts(config.fonts, scratch),
      cgroups: config.cgroup === undefined || config.sandbox === 'off' ? undefined : openCgroups(config.cgroup),
    }),
    scratch,
    { officeTimeoutMs: config.officeTimeoutMs, paper: config.paper, ...options },
  );
