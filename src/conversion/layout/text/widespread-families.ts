// Families that word processors have or their users can be expected to: those of Windows, macOS and Office, of free systems, and
// free ones of the web. Names are in small letters without blanks.

const names: readonly string[] = `
arial arialblack arialnarrow arialroundedmt arialunicodems arimo avenir avenirnext bahnschrift baskerville baskervilleoldface bell bellmt
berlinsansfb bernardmtcondensed bodoni72 bodonimt bookantiqua bookmanoldstyle bradleyhanditc britannic caladea calibri calibrilight
californianfb calistomt cambria cambriamath candara carlito centaur century centurygothic centuryschoolbook chalkboard charter cochin
colonnamt comicsansms consolas constantia cooperblack copperplate corbel courier couriernew cousine curlzmt didot ebrima edwardianscriptitc
elephant engravers erasitc franklingothicbook franklingothicdemi franklingothicheavy franklingothicmedium frenchscriptmt futura gabriola
gadugi garamond gelasio geneva georgia gillsans gillsansmt gloucesteroldstyle goudyoldstyle haettenschweiler helvetica helveticaneue
hightowertext hoeflertext impact inkfree inter javanesetext kristenitc lato leelawadee leelawadeeui lucidabright lucidacalligraphy
lucidaconsole lucidagrande lucidahandwriting lucidasans lucidasanstypewriter lucidasansunicode maiandragd menlo merriweather
microsoftsansserif monaco monotypecorsiva montserrat mvboli myanmartext nirmalaui nunito ocraextended onyx openemoji opensans optima oswald
palatino palatinolinotype papyrus perpetua playfairdisplay poppins ptmono ptsans ptserif raleway roboto robotocondensed robotomono
robotoslab rockwell segoeprint segoescript segoeui segoeuilight segoeuisemibold skia snellroundhand sourcecodepro sourcesanspro
sourcesans3 sourceserifpro sylfaen tahoma tempussansitc times timesnewroman tinos trebuchetms twcenmt ubuntu ubuntumono verdana
bitstreamverasans bitstreamverasansmono bitstreamveraserif aptos aptosdisplay aptosnarrow c059 p052 z003 d050000l opensymbol symbol
wingdings wingdings2 wingdings3 webdings zapfdingbats standardsymbolsps linuxlibertineg linuxbiolinumg gentiumbasic gentiumplus
`
  .trim()
  .split(/\s+/);

const known = new Set(names);
/** Families with a member for every script. */
const large =
  /^(?:noto|dejavu|liberation|nimbus|urw|ms|yu|malgun|meiryo|simsun|simhei|microsoft|pmingliu|mingliu|batang|gulim|dotum)/;

const keyOf = (family: string): string => family.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Whether the whole name is that of a family. */
export const isKnownFamily = (name: string): boolean => known.has(keyOf(name));

/** Who has a family has its light weights. */
const lightEnd = /(?:extra|ultra|semi|demi)?(?:light|thin|hairline)$/;

/** Whether a reader of the document can be expected to have the family. */
export function isWidespread(family: string): boolean {
  const key = keyOf(family);
  return known.has(key) || known.has(key.replace(lightEnd, '')) || large.test(key);
}
