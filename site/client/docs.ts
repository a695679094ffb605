// What scripts add to the pages of /docs, which read without them: tabs, copies, the place in the text, the menu on phones, the search.
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
