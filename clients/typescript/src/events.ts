// Server-sent events (HTML Living Standard, 9.2), the subset that jobs use.

export interface JobEvent {
  /** `progress`, then one of `succeeded`, `rejected`, `failed`, `deleted`. */
  event: string;
  /** The response of `GET /v1/job/ID`. */
  data: Record<string, unknown>;
}

export async function* eventsIn({ body }: Response): AsyncGenerator<JobEvent & { id: string }> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  try {
    for (;;) {
      const part = await reader?.read();
      if (part === undefined || part.done) return;
      const blocks = (text + part.value).split(/\r?\n\r?\n/);
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const fields = new Map(block.split(/\r?\n/).map((line) => cut(line)));
        const data = fields.get('data');
        // Other lines are comments.
        if (data !== undefined)
          yield {
            id: fields.get('id') ?? '',
            event: fields.get('event') ?? 'message',
            data: JSON.parse(data) as Record<string, unknown>,
          };
      }
    }
  } finally {
    await reader?.cancel().catch(() => {});
  }
}

function cut(line: string): [string, string] {
  const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
  return [name, value];
}
