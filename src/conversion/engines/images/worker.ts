// Runs inside the sandbox: node worker.ts IMAGE RESULT.pdf|RESULT.jpg
import { open } from 'node:fs/promises';
import sharp from 'sharp';
import { imageToPdf } from './image-pdf.ts';

const [input, output] = process.argv.slice(2);
if (input === undefined || output === undefined) throw new TypeError('usage: worker.ts IMAGE RESULT');

try {
  if (output.endsWith('.jpg')) await writeJpeg(input, output);
  else {
    await using file = await open(output, 'wx');
    await imageToPdf(input, file);
  }
} catch (error) {
  process.stderr.write(`source_unreadable: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}

async function writeJpeg(image: string, jpeg: string): Promise<void> {
  const picture = sharp(image, { limitInputPixels: false }).flatten({ background: '#fff' }).keepIccProfile().keepExif();
  await picture.jpeg({ quality: 90, chromaSubsampling: '4:4:4', optimiseCoding: true }).toFile(jpeg);
}
