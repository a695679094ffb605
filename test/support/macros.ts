// A document whose macro runs when it is opened, and the settings that let it: the controls of what is forbidden.
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strictProfile } from '#conversion/engines/libreoffice/profile.ts';
import type { Trust } from '#conversion/engines/libreoffice/fork-server.ts';

/** A flat OpenDocument text that runs `basic` on loading; what the macro assigns to `told` becomes its text. */
export const macroDocument = (basic: string): Buffer =>
  Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:script="urn:oasis:names:tc:opendocument:xmlns:script:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dom="http://www.w3.org/2001/xml-events" xmlns:ooo="http://openoffice.org/2004/office" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text"><office:scripts><office:script script:language="ooo:Basic"><ooo:libraries><ooo:library-embedded ooo:name="Standard"><ooo:module ooo:name="M"><ooo:source-code>Sub Go
told = "nothing"
On Error Resume Next
${basic.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}
ThisComponent.Text.String = "the macro ran: " &amp; told
End Sub</ooo:source-code></ooo:module></ooo:library-embedded></ooo:libraries></office:script><office:event-listeners>${['office:copy-to', 'office:load-finished', 'dom:load'].map((event) => `<script:event-listener script:language="ooo:script" script:event-name="${event}" xlink:href="vnd.sun.star.script:Standard.M.Go?language=Basic&amp;location=document" xlink:type="simple"/>`).join('')}</office:event-listeners></office:scripts><office:body><office:text><text:p>no macro ran</text:p></office:text></office:body></office:document>`,
  );

/** LibreOffice's settings, but macros run. */
export async function trustInMacros(folder: string): Promise<Trust> {
  const made = join(folder, 'lax');
  await cp(strictProfile, made, { recursive: true });
  const file = join(made, 'user', 'registrymodifications.xcu');
  const settings = await readFile(file, 'utf8');
  await writeFile(
    file,
    settings
      .replace(/("MacroSecurityLevel".*?<value>)3/, '$10')
      .replace(/("DisableMacrosExecution".*?<value>)true/, '$1false'),
  );
  return { profile: made, loadOptions: ['Batch=true', 'EnableMacrosExecution=true', 'MacroSecurityLevel=0'] };
}
