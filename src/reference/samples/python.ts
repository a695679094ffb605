// Calls in Python 3, with its standard library alone: it has no writer of forms, so the sample writes the few lines of one.
import { exampleAddress, partsOf, type Call } from './call.ts';

/** In single quotes where the text has double ones. */
const text = (value: string): string =>
  value.includes('"') && !/['\\]/.test(value) ? `'${value}'` : JSON.stringify(value);

/** What a form is made of (RFC 7578). */
const formWriter = `boundary = uuid.uuid4().hex


def part(name, value, filename=None):
    named = f'name="{name}"' + (f'; filename="{filename}"' if filename else "")
    return f"--{boundary}\\r\\nContent-Disposition: form-data; {named}\\r\\n\\r\\n".encode() + value + b"\\r\\n"


`;

export function python(call: Call): string {
  const { method, path, headers = {}, json, result, download } = call;
  const parts = partsOf(call);
  const isForm = parts.length > 0;
  const writes = result !== undefined || download !== undefined;
  const reads = result === undefined;
  const imports = [
    ...(json !== undefined || download !== undefined ? ['json'] : []),
    'os',
    ...(writes ? ['shutil'] : []),
    'urllib.error',
    'urllib.request',
    ...(isForm ? ['uuid'] : []),
  ].map((module) => `import ${module}`);
  const body = [
    'body = b"".join([',
    ...parts.map((part) =>
      'file' in part
        ? `    part("file", open(${text(part.file)}, "rb").read(), ${text(part.file)}),`
        : `    part(${text(part.name)}, ${encoded(part.value)}),`,
    ),
    '    f"--{boundary}--\\r\\n".encode(),',
    '])',
    '',
  ].join('\n');
  const sent = [
    `"Authorization": f"Bearer {os.environ['API_KEY']}"`,
    ...(isForm ? ['"Content-Type": f"multipart/form-data; boundary={boundary}"'] : []),
    ...(json === undefined ? [] : ['"Content-Type": "application/json"']),
    ...Object.entries(headers).map(([header, value]) => `${text(header)}: ${text(value)}`),
  ];
  const address = download === undefined ? text(exampleAddress + path) : `service + ${text(path)}`;
  const request = [
    'request = urllib.request.Request(',
    `    ${address},`,
    ...(isForm ? ['    data=body,'] : []),
    ...(json === undefined ? [] : [`    data=json.dumps(${JSON.stringify(json)}).encode(),`]),
    ...(method === undefined ? [] : [`    method=${text(method)},`]),
    sent.length === 1
      ? `    headers={${sent[0] ?? ''}},`
      : `    headers={\n${sent.map((one) => `        ${one},\n`).join('')}    },`,
    ')',
    'try:',
    ...(reads
      ? [
          '    with urllib.request.urlopen(request) as response:',
          download === undefined ? '        print(response.read().decode())' : '        job = json.load(response)',
        ]
      : [
          `    with urllib.request.urlopen(request) as response, open(${text(result)}, "wb") as result:`,
          '        shutil.copyfileobj(response, result)',
        ]),
    'except urllib.error.HTTPError as error:',
    '    raise SystemExit(error.read().decode())',
  ];
  const fetched =
    download === undefined
      ? []
      : [
          'print(job)',
          '',
          'request = urllib.request.Request(',
          '    service + job["download_url"],',
          `    headers={"Authorization": f"Bearer {os.environ['API_KEY']}"},`,
          ')',
          `with urllib.request.urlopen(request) as response, open(${text(download)}, "wb") as result:`,
          '    shutil.copyfileobj(response, result)',
        ];
  return [
    imports.join('\n'),
    '',
    ...(download === undefined ? [] : [`service = ${text(exampleAddress)}`]),
    ...(isForm ? [`${formWriter}${body}`] : []),
    ...request,
    ...fetched,
  ].join('\n');
}

const encoded = (value: string): string =>
  /^[\x20-\x7e]*$/.test(value) ? `b${text(value)}` : `${text(value)}.encode()`;
