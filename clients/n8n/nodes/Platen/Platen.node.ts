// Platen in workflows: each tool of the service is a resource, and files are binary fields of items.
import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes, NodeOperationError } from 'n8n-workflow';
import { convert, textAt } from './conversion';
import { PlatenError } from './service';
import { toolFacts, toolOperations, toolParameters, toolResources, toolsOfSeveral } from './tools.generated';

export class Platen implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Platen',
    name: 'platen',
    icon: 'file:platen.svg',
    group: ['transform'],
    version: 1,
    subtitle: '={{ $parameter["resource"] }}',
    description: 'Convert documents: Office, images and books to PDF, PDF to Word, and PDF operations',
    defaults: { name: 'Platen' },
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'platenApi', required: true }],
    usableAsTool: true,
    properties: [
      toolResources,
      ...toolOperations,
      {
        displayName: 'Files Come From',
        name: 'source',
        type: 'options',
        displayOptions: { show: { resource: toolsOfSeveral } },
        options: [
          {
            name: 'All Items Together',
            value: 'all',
            description: 'The files of all items make one result, in the order of the items',
          },
          {
            name: 'Each Item by Itself',
            value: 'each',
            description: 'The files of one item make one result; several fields are separated by commas',
          },
        ],
        default: 'all',
        description: 'Which files become one result',
      },
      {
        displayName: 'Input Binary Field',
        name: 'binaryPropertyName',
        type: 'string',
        default: 'data',
        required: true,
        hint: 'The name of the field with the file; where several files make one result, names separated by commas',
        description:
          'The binary field of the item with the file. Enter several names, in order, if several files make one result.',
      },
      ...toolParameters,
      {
        displayName: 'Put Output File in Field',
        name: 'outputPropertyName',
        type: 'string',
        default: 'data',
        required: true,
        hint: 'The name of the binary field to put the result in',
      },
      {
        displayName: 'Options',
        name: 'options',
        type: 'collection',
        placeholder: 'Add option',
        default: {},
        options: [
          {
            displayName: 'Delete From Service',
            name: 'deleteFromService',
            type: 'boolean',
            default: false,
            description: 'Whether to delete the result from the service once it is here, instead of an hour later',
          },
          {
            displayName: 'File Name',
            name: 'fileName',
            type: 'string',
            default: '',
            placeholder: 'e.g. report.pdf',
            description: 'The name of the result; by default it follows from the name of the input',
          },
          {
            displayName: 'Timeout (Seconds)',
            name: 'timeoutSeconds',
            type: 'number',
            typeOptions: { minValue: 1 },
            default: 600,
            description: 'How long one request may take',
          },
        ],
      },
    ],
  };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const items = this.getInputData();
    const results: INodeExecutionData[] = [];
    for (const group of groupsOf(this, items.length)) {
      const pairedItem = group.map((item) => ({ item }));
      const [first = 0] = group;
      try {
        results.push({ ...(await convert(this, group)), pairedItem });
      } catch (error) {
        if (this.continueOnFail()) {
          results.push({ json: failureOf(error), pairedItem });
          continue;
        }
        if (error instanceof PlatenError) throw error.asNodeError(this.getNode(), first);
        throw new NodeOperationError(this.getNode(), error as Error, { itemIndex: first });
      }
    }
    return [results];
  }
}

/** Groups of items that make one result each. */
function groupsOf(context: IExecuteFunctions, count: number): number[][] {
  const all = Array.from({ length: count }, (_, item) => item);
  if (count === 0) return [];
  const tool = textAt(context, 'resource', 0);
  const isOfSeveral = (toolFacts[tool]?.files.max ?? 1) > 1;
  return isOfSeveral && context.getNodeParameter('source', 0) === 'all' ? [all] : all.map((item) => [item]);
}

function failureOf(error: unknown) {
  if (error instanceof PlatenError) return error.asJson();
  return { error: error instanceof Error ? error.message : String(error) };
}
