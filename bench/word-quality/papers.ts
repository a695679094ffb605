// The documents: most have one thing that a Word document should have again, some have many.
import type { Block, Item, List, Paper, Span, Table } from './model.ts';

const subjects =
  'The harbour,A committee,This survey,The northern line,Every workshop,Our archive,The second bridge'.split(',');
const verbs =
  'was measured,has been paid for,kept its records,lost some of its tenants,opened again,changed hands'.split(',');
const rests =
  'in the spring of that year,without any further notice,as the minutes of the board show,although the weather was bad,after a long debate about its cost,with help from two neighbouring towns,because nobody had objected,before the railway came'.split(
    ',',
  );

/** A sentence of its own for each number. */
const sentence = (n: number): string =>
  `${subjects[n % subjects.length]} ${verbs[n % verbs.length]} ${rests[n % rests.length]}, and ${rests[(n * 3 + 1) % rests.length] ?? ''} ${1800 + ((n * 37) % 200)} entries were made.`;

const running = (count: number, seed: number): string =>
  Array.from({ length: count }, (_, n) => sentence(seed * 11 + n)).join(' ');

const heading = (level: number, text: string): Block => ({ kind: 'heading', level, text });
const paragraph = (text: string | Span[], more: Partial<Extract<Block, { kind: 'paragraph' }>> = {}): Block => ({
  kind: 'paragraph',
  text,
  ...more,
});
const paragraphs = (count: number, seed: number, more = {}): Block[] =>
  Array.from({ length: count }, (_, n) => paragraph(running(2 + ((seed + n) % 3), seed + n), more));
const list = (ordered: boolean, items: readonly (string | Item)[]): List => ({
  kind: 'list',
  ordered,
  items: items.map((item) => (typeof item === 'string' ? { text: item } : item)),
});
const bullets = (...items: (string | Item)[]) => list(false, items);
const numbers = (...items: (string | Item)[]) => list(true, items);

const costs = [
  ['Item', 'Planned', 'Spent', 'Share'],
  ['Dredging', '1,200', '1,350', '31 %'],
  ['Two cranes', '800', '790', '18 %'],
  ['Quay wall', '1,640', '1,702', '39 %'],
  ['Lighting', '310', '295', '7 %'],
  ['Paint', '240', '221', '5 %'],
];
const costTable = (rules: Table['rules']): Table => ({
  kind: 'table',
  rules,
  widths: [5, 3, 3, 3],
  numeric: [1, 2, 3],
  rows: costs,
});
const duties: Table['rows'] = [
  ['Office', 'Duty', 'Until'],
  ['Clerk', 'Keeps the minutes of every meeting and sends them to all members within a week.', 'June'],
  ['Treasurer', 'Pays what the board has approved, and shows the books to whoever asks.', 'March'],
  ['Warden', 'Looks after the quay, the lamps and the two sheds behind the customs house.', 'October'],
];
const among = (table: Table, seed: number): Block[] => [...paragraphs(2, seed), table, ...paragraphs(2, seed + 5)];

const note = (text: string): Span => ({ note: text });
const bold = (text: string): Span => ({ text, bold: true });
const italic = (text: string): Span => ({ text, italic: true });
const link = (text: string, address: string): Span => ({ text, link: address });

const lists: Paper[] = [
  {
    name: 'bullets',
    blocks: [...paragraphs(1, 1), bullets('Ropes and chains', 'Lamps', 'Two dozen oars', 'Tar'), ...paragraphs(2, 2)],
  },
  {
    name: 'numbers',
    blocks: [
      ...paragraphs(1, 4),
      numbers('Close the valve', 'Drain the tank', 'Open the hatch', 'Wait for an hour', 'Enter with a lamp'),
      ...paragraphs(1, 5),
    ],
  },
  {
    name: 'nested bullets',
    blocks: [
      ...paragraphs(1, 7),
      bullets(
        { text: 'Tools', list: bullets('Hammers', { text: 'Saws', list: bullets('For wood', 'For iron') }, 'Planes') },
        { text: 'Timber', list: bullets('Oak', 'Larch') },
        'Nails',
      ),
      ...paragraphs(1, 8),
    ],
  },
  {
    name: 'nested numbers',
    blocks: [
      heading(1, 'Rules of the house'),
      numbers(
        { text: 'Members pay in January.', list: numbers('By post', 'At the desk') },
        { text: 'Guests are welcome.', list: bullets('On Sundays', 'On the day of the fair') },
        'Dogs stay outside.',
      ),
      ...paragraphs(2, 9),
    ],
  },
  {
    name: 'long items',
    blocks: [
      ...paragraphs(1, 12),
      numbers(running(2, 13), running(3, 14), running(2, 15)),
      bullets(running(2, 16), running(2, 17)),
    ],
  },
];

const tables: Paper[] = [
  { name: 'table with all rules', blocks: among(costTable('all'), 20) },
  { name: 'table with rules across', blocks: among(costTable('across'), 22) },
  { name: 'table as in books', blocks: among(costTable('frame'), 24) },
  { name: 'table without rules', blocks: among(costTable('none'), 26) },
  {
    name: 'wrapped cells, all rules',
    blocks: among({ kind: 'table', rules: 'all', widths: [3, 9, 3], rows: duties }, 28),
  },
  {
    name: 'wrapped cells, no rules',
    blocks: among({ kind: 'table', rules: 'none', widths: [3, 9, 3], rows: duties }, 30),
  },
  {
    name: 'merged cells',
    blocks: among(
      {
        kind: 'table',
        rules: 'all',
        widths: [4, 3, 3, 3],
        rows: [
          [
            { text: 'Ward', rowSpan: 2 },
            { text: 'Votes', columnSpan: 2 },
            { text: 'Seats', rowSpan: 2 },
          ],
          ['First', 'Second'],
          ['North', '411', '398', '3'],
          ['South', '287', '301', '2'],
          [{ text: 'Both wards', columnSpan: 3 }, '5'],
        ],
      },
      32,
    ),
  },
  {
    name: 'table over pages',
    blocks: [
      ...paragraphs(1, 34),
      {
        kind: 'table',
        rules: 'all',
        widths: [2, 8, 4],
        rows: [
          ['No.', 'Ship', 'Arrived'],
          ...Array.from({ length: 64 }, (_, n) => [
            `${n + 1}`,
            `${['Aurora', 'Betty', 'Clio', 'Dora'][n % 4]} of ${['Leith', 'Hull', 'Bergen'][n % 3]}`,
            `${(n % 28) + 1} May ${1870 + n}`,
          ]),
        ],
      },
      ...paragraphs(1, 35),
    ],
  },
  {
    name: 'two tables',
    blocks: [
      heading(1, 'Accounts'),
      ...paragraphs(1, 36),
      costTable('all'),
      ...paragraphs(1, 37),
      { kind: 'table', rules: 'frame', widths: [3, 8, 3], rows: duties },
      ...paragraphs(1, 38),
    ],
  },
  {
    name: 'timetable',
    font: 'sans',
    size: 9,
    blocks: [
      heading(2, 'Ferries on weekdays'),
      {
        kind: 'table',
        rules: 'none',
        widths: [4, 1.4, 1.4, 1.4, 1.4, 1.4, 1.4, 1.4],
        rows: ['Port Mary', 'North Quay', 'Lighthouse', 'Old Mill', 'Castle', 'Market'].map((stop, n) => [
          stop,
          ...Array.from({ length: 7 }, (_, hour) => `${hour * 2 + 6}.${10 + n * 7}`),
        ]),
      },
      ...paragraphs(1, 350),
    ],
  },
  {
    name: 'members',
    blocks: [
      heading(1, 'Members of the board'),
      {
        kind: 'table',
        rules: 'none',
        widths: [4, 6, 5],
        rows: ['Anna Harrow', 'Thomas Bell', 'Mary Lund', 'Peter Oakes', 'Jane Frost'].map((member, n) => [
          member,
          `${n + 2} Quay Street, Port Mary`,
          n % 2 === 0 ? 'since 1899' : '',
        ]),
      },
      ...paragraphs(2, 355),
    ],
  },
  {
    name: 'price list',
    font: 'sans',
    blocks: [
      heading(1, 'Prices'),
      paragraph('All prices include delivery to the quay.'),
      {
        kind: 'table',
        rules: 'none',
        widths: [9, 3, 3],
        numeric: [2],
        rows: Array.from({ length: 14 }, (_, n) => [
          ['Rope, tarred', 'Canvas', 'Blocks of ash', 'Anchor', 'Copper nails', 'Lantern'][n % 6] + `, size ${n + 2}`,
          ['piece', 'yard', 'pound'][n % 3] ?? '',
          `${(n * 17) % 90}.${n % 2 === 0 ? '50' : '25'}`,
        ]),
      },
      paragraph('Ask the clerk for larger amounts.'),
    ],
  },
  {
    name: 'invoice',
    blocks: [
      {
        kind: 'table',
        rules: 'none',
        widths: [9, 7],
        rows: [['Harbour Supplies Ltd\n4 Quay Street\nPort Mary', 'Invoice 4711\n12 March 1904\nAccount 88']],
      },
      paragraph('For what was delivered in February we ask for:'),
      {
        kind: 'table',
        rules: 'across',
        widths: [8, 2, 3, 3],
        numeric: [1, 2, 3],
        rows: [
          ['Goods', 'Count', 'Each', 'Sum'],
          ['Rope, tarred', '4', '12.50', '50.00'],
          ['Lanterns', '12', '3.25', '39.00'],
          ['Canvas, by the yard', '30', '1.10', '33.00'],
          ['To pay', '', '', '122.00'],
        ],
      },
      paragraph('Please pay within a month.'),
    ],
  },
];

const pages: Paper[] = [
  { name: 'two columns', blocks: [{ kind: 'columns', count: 2, blocks: paragraphs(9, 40, { align: 'justify' }) }] },
  { name: 'three columns', size: 9, blocks: [{ kind: 'columns', count: 3, blocks: paragraphs(12, 50) }] },
  {
    name: 'newspaper',
    size: 8,
    blocks: [
      heading(1, 'The Harbour Gazette'),
      { kind: 'columns', count: 3, gap: 0.4, blocks: paragraphs(16, 310, { align: 'justify', indent: 'first' }) },
    ],
  },
  {
    name: 'paper with a wide table',
    size: 10,
    blocks: [
      heading(1, 'Tides and traffic'),
      { kind: 'columns', count: 2, blocks: paragraphs(7, 330, { align: 'justify' }) },
      {
        kind: 'table',
        rules: 'frame',
        widths: [4, 4, 4, 4],
        numeric: [1, 2, 3],
        rows: [
          ['Month', 'Ships', 'Tons', 'Mean tide'],
          ...['January', 'February', 'March', 'April'].map((month, n) => [
            month,
            `${31 + n * 7}`,
            `${4120 + n * 311}`,
            `${3 + n / 10}`,
          ]),
        ],
      },
      { kind: 'columns', count: 2, blocks: paragraphs(7, 340, { align: 'justify' }) },
    ],
  },
  {
    name: 'newsletter',
    font: 'sans',
    size: 10,
    blocks: [
      heading(1, 'News from the harbour'),
      paragraph(running(2, 60)),
      {
        kind: 'columns',
        count: 2,
        blocks: [
          heading(2, 'The new cranes'),
          ...paragraphs(3, 61),
          heading(2, 'What is still to do'),
          bullets('Paint the sheds', 'Mend the clock', 'Count the lamps'),
          ...paragraphs(4, 65),
        ],
      },
    ],
  },
  {
    name: 'notes',
    blocks: [
      heading(1, 'Sources'),
      paragraph([running(2, 70), note('Minutes of the board, volume two.'), ` ${running(1, 71)}`]),
      paragraph([running(3, 72), note('The figures are those of the town.'), ` ${running(2, 73)}`]),
      ...paragraphs(2, 74),
    ],
  },
  {
    name: 'notes on pages',
    blocks: Array.from({ length: 16 }, (_, n) =>
      paragraph([
        running(3, 80 + n),
        ...(n % 4 === 0 ? [note(`See the letter of ${n + 3} May.`)] : []),
        ` ${running(2, 97 + n)}`,
      ]),
    ),
  },
  {
    name: 'header and footer',
    header: 'Harbour Board, yearly report',
    footer: 'Page #',
    blocks: [1, 2, 3].flatMap((n) => [heading(1, `Part ${n}`), ...paragraphs(10, 100 + n * 12)]),
  },
  { name: 'page numbers', font: 'sans', footer: '#', blocks: paragraphs(30, 140) },
  {
    name: 'book',
    header: 'The history of a small port',
    blocks: [heading(1, 'Beginnings'), ...paragraphs(26, 170, { align: 'justify', indent: 'first' })],
  },
];

const texts: Paper[] = [
  {
    name: 'letter',
    blocks: [
      paragraph('Port Mary, 3 May 1904', { align: 'right' }),
      paragraph('Dear Mrs Harrow,'),
      ...paragraphs(3, 200),
      paragraph('Yours sincerely,'),
      paragraph('Thomas Bell'),
    ],
  },
  {
    name: 'headings',
    blocks: [1, 2].flatMap((n) => [
      heading(1, `The ${n === 1 ? 'first' : 'second'} survey`),
      ...paragraphs(2, 210 + n),
      heading(2, `Method of survey ${n}`),
      ...paragraphs(1, 215 + n),
      heading(3, `Places that were left out in ${n}`),
      ...paragraphs(2, 220 + n),
    ]),
  },
  {
    name: 'numbered headings',
    font: 'sans',
    blocks: [
      heading(1, '1 Scope'),
      ...paragraphs(2, 230),
      heading(2, '1.1 Ships'),
      ...paragraphs(1, 232),
      heading(2, '1.2 Boats'),
      ...paragraphs(1, 233),
      heading(1, '2 Terms'),
      ...paragraphs(2, 234),
    ],
  },
  {
    name: 'emphasis',
    blocks: [
      paragraph([
        'The ',
        bold('valve'),
        ' is closed ',
        italic('before'),
        ' the tank is drained; ',
        bold('nobody'),
        ` enters alone. ${running(2, 240)}`,
      ]),
      paragraph([italic('Aurora'), ` came first. ${running(2, 242)} It was `, bold('never paid for'), '.']),
      paragraph([bold('Warning. '), running(2, 244)]),
    ],
  },
  {
    name: 'links',
    blocks: [
      paragraph([`${running(1, 250)} More is on `, link('the pages of the board', 'https://example.org/board'), '.']),
      paragraph([
        running(2, 251),
        ' Write to ',
        link('the clerk', 'mailto:clerk@example.org'),
        ' or see ',
        link('https://example.org/tides', 'https://example.org/tides'),
        '.',
      ]),
    ],
  },
  {
    name: 'pictures',
    blocks: [
      heading(1, 'The quay'),
      ...paragraphs(2, 260),
      { kind: 'picture', width: 8, height: 5 },
      ...paragraphs(2, 263),
      { kind: 'picture', width: 4, height: 4 },
      ...paragraphs(1, 266),
    ],
  },
  {
    name: 'contract',
    blocks: [
      paragraph('Agreement on the use of the sheds', { align: 'center' }),
      numbers(running(3, 270), running(2, 271), running(3, 272), running(2, 273)),
      ...paragraphs(2, 274, { align: 'justify' }),
      {
        kind: 'table',
        rules: 'none',
        widths: [8, 8],
        rows: [['Thomas Bell\nfor the board\nPort Mary, 4 May', 'Anna Harrow\nfor the tenants\nPort Mary, 6 May']],
      },
    ],
  },
  {
    name: 'indented',
    blocks: [...paragraphs(2, 280), ...paragraphs(2, 283, { indent: 'left' }), ...paragraphs(2, 286)],
  },
  {
    name: 'report',
    font: 'sans',
    header: 'Report of the harbour master',
    footer: '- # -',
    blocks: [
      heading(1, 'Summary'),
      ...paragraphs(2, 290),
      bullets('Traffic grew', 'Costs fell', 'The wall held'),
      heading(1, 'Traffic'),
      ...paragraphs(3, 293),
      costTable('all'),
      ...paragraphs(3, 297),
      { kind: 'picture', width: 10, height: 5 },
      heading(1, 'Costs'),
      heading(2, 'By month'),
      ...paragraphs(4, 302),
      numbers('Count', 'Compare', 'Decide'),
      ...paragraphs(4, 307),
    ],
  },
];

export const papers: readonly Paper[] = [...texts, ...lists, ...tables, ...pages];
