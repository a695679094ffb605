// Fetches the stored inputs of an order into the folder where it is performed.
import { join } from 'node:path';
import { Failure, isFailure } from '#core/failure.ts';
import type { Files } from '#service/files/files.ts';
import type { Order } from './dispatcher.ts';

export async function fetchInputs(files: Pick<Files, 'copyInput'>, order: Order, folder: string): Promise<void> {
  for (const [n, { file }] of order.inputs.entries())
    await files.copyInput(order.jobId, n, join(folder, file)).catch((error: unknown) => {
      // The client asked for something else.
      throw isFailure(error, 'not_found') ? new Failure('conversion_failed', {}, { cause: error }) : error;
    });
}
