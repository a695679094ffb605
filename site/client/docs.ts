// Scripts for the pages of /docs, which work without them: tabs, copy buttons, the current section, the menu on phones, the search.
import { offerCopies } from './copy.ts';
import { markPlace } from './contents.ts';
import { offerMenu } from './menu.ts';
import { offerSearch } from './search.ts';
import { showTabs } from './tabs.ts';
import { said } from './said.ts';

const words = said();
if (words !== null) {
  showTabs(words);
  offerCopies(words);
  markPlace();
  offerMenu();
  offerSearch(words);
}
