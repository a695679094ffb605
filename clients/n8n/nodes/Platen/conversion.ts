// One conversion: from binary fields of items to a binary field of one item.
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { formOf, type Part } from './form';
import { serviceOf } from './service';
import { toolFacts } from './tools.generated';

interface Options {
  deleteFromService?: boolean;
  fileName?: string;
  timeoutSeconds?: number;
}

/** `group`: the items whose files make one result, with the parameters of the first one. */
export async function convert(context: IExecuteFunctions, group: readonly number[]): Promise<INodeExecutionData> {
  const [first = 0] = group;
  const tool = textAt(context, 'resource', first);
  const options = context.getNodeParameter('options', first, {}) as Options;
  const files = await filesOf(context, group, tool);
  const service = await serviceOf(context, { itemIndex: first, timeoutMs: (options.timeoutSeconds ?? 600) * 1000 });

  const answer = await service.convert(tool, formOf(fieldsOf(context, tool, first), files));
  const { body, name, mimeType } = await service.download(answer.job_id);
  const output = textAt(context, 'outputPropertyName', first);
  const binary = await context.helpers.prepareBinaryData(body, options.fileName || name, mimeType);
  const warnings = [answer['warnings'] ?? []].flat() as string[];
  if (options.deleteFromService === true)
    // The result is complete: a file left on the service is not a failure.
    await service.delete(answer.job_id).catch((error: Error) => {
      warnings.push(`The result was not deleted from the service, which keeps it for an hour: ${error.message}`);
    });
  return {
    json: { ...answer, warnings, tool, file_name: binary.fileName ?? name },
    binary: { [output]: binary },
  };
}

async function filesOf(context: IExecuteFunctions, group: readonly number[], tool: string): Promise<Part[]> {
  const parts: Part[] = [];
  const max = toolFacts[tool]?.files.max ?? 1;
  for (const item of group) {
    const given = textAt(context, 'binaryPropertyName', item);
    const names = max === 1 ? [given] : given.split(',').map((name) => name.trim());
    for (const name of names.filter((one) => one !== '')) {
      const { fileName, fileExtension } = context.helpers.assertBinaryData(item, name);
      const data = await context.helpers.getBinaryDataBuffer(item, name);
      parts.push({ name: fileName || (fileExtension ? `file.${fileExtension}` : 'file'), data });
    }
  }
  if (parts.length > 0) return parts;
  throw new NodeOperationError(context.getNode(), 'The name of the input binary field is empty', {
    itemIndex: group[0] ?? 0,
  });
}

/** The fields for the API: empty options are left out. */
function fieldsOf(context: IExecuteFunctions, tool: string, item: number): Record<string, string> {
  const { fields = {}, required = [] } = toolFacts[tool] ?? {};
  const optional = context.getNodeParameter('fields', item, {}) as IDataObject;
  const values: Record<string, string> = {};
  for (const [name, kind] of Object.entries(fields)) {
    const value = required.includes(name) ? textAt(context, name, item) : optional[name];
    if (typeof value === 'boolean') {
      if (value || kind === 'on/off') values[name] = value ? 'on' : 'off';
    } else if (typeof value === 'number' || (typeof value === 'string' && value !== '')) values[name] = String(value);
  }
  return values;
}

/** A text parameter; an expression may have turned it into a number. */
export function textAt(context: IExecuteFunctions, name: string, item: number): string {
  const value: unknown = context.getNodeParameter(name, item);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
