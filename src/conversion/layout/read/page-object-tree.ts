// The objects of a page, with those of the forms on it.
import type { PageHandle, PageObjectHandle } from '#conversion/pdfium/handles.ts';
import { identity, type Matrix, multiplied } from '#conversion/pdfium/matrix.ts';
import { objectTypes, pageObjects } from '#conversion/pdfium/page-objects.ts';

/** More objects are a map or a drawing; the first ones have to do. */
const maxObjects = 60_000;
/** Points: an object that is moved this far is not painted. */
export const farAway = 1e6;
/** Of forms within forms. */
const maxDepth = 8;

/** The painted objects of a page, and of the forms on it. */
export function visitObjects(
  page: PageHandle,
  onObject: (object: PageObjectHandle, outer: Matrix, inArtifact: boolean) => void,
): void {
  let seen = 0;
  const visit = (object: PageObjectHandle | null, outer: Matrix, depth: number, inArtifact: boolean): void => {
    if (object === null || ++seen > maxObjects) return;
    if (pageObjects.type(object) !== objectTypes.form || depth >= maxDepth) {
      onObject(object, outer, inArtifact);
      return;
    }
    const inner = multiplied(pageObjects.matrix(object), outer);
    const isArtifact = inArtifact || pageObjects.isArtifact(object);
    const count = pageObjects.countInForm(object);
    for (let n = 0; n < count; n++) visit(pageObjects.atInForm(object, n), inner, depth + 1, isArtifact);
  };
  const count = pageObjects.count(page);
  for (let n = 0; n < count; n++) visit(pageObjects.at(page, n), identity, 0, false);
}
