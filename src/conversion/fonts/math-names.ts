// Names of signs that the Adobe Glyph List has not: those of TeX's fonts for formulas (Knuth, Computer Modern; AMS fonts) and of
// Mathematica's, and the list's own for formulas.

// prettier-ignore
const signs =
  'minus − minusplus ∓ asteriskmath ∗ diamondmath ⋄ circleplus ⊕ circleminus ⊖ circlemultiply ⊗ circledivide ⊘ circledot ⊙ circlecopyrt ○ openbullet ◦ ' +
  'equivasymptotic ≍ equivalence ≡ reflexsubset ⊆ reflexsuperset ⊇ precedesequal ⪯ followsequal ⪰ similar ∼ similarequal ≃ propersubset ⊂ propersuperset ⊃ ' +
  'lessmuch ≪ greatermuch ≫ precedes ≺ follows ≻ arrowleft ← arrowright → arrowup ↑ arrowdown ↓ arrowboth ↔ arrownortheast ↗ arrowsoutheast ↘ ' +
  'arrownorthwest ↖ arrowsouthwest ↙ arrowdblleft ⇐ arrowdblright ⇒ arrowdblup ⇑ arrowdbldown ⇓ arrowdblboth ⇔ arrowupdn ↕ arrowdblbothv ⇕ arrowbothv ↕ ' +
  'proportional ∝ prime ′ element ∈ owner ∋ suchthat ∋ triangle △ triangleinv ▽ triangleleft ◁ triangleright ▷ negationslash \u0338 mapsto ↦ ' +
  'universal ∀ existential ∃ emptyset ∅ Rfractur ℜ Ifractur ℑ latticetop ⊤ perpendicular ⊥ aleph ℵ union ∪ intersection ∩ unionmulti ⊎ ' +
  'logicaland ∧ logicalor ∨ turnstileleft ⊢ turnstileright ⊣ floorleft ⌊ floorright ⌋ ceilingleft ⌈ ceilingright ⌉ angbracketleft ⟨ angbracketright ⟩ ' +
  'angleleft ⟨ angleright ⟩ bardbl ‖ wreathproduct ≀ coproduct ∐ nabla ∇ gradient ∇ unionsq ⊔ intersectionsq ⊓ subsetsqequal ⊑ supersetsqequal ⊒ ' +
  'club ♣ diamond ♦ heart ♥ spade ♠ contintegral ∮ hatwide ^ tildewide ~ vextendsingle | vextenddouble ‖ bracehtipdownleft ⏞ bracehtipupleft ⏟ ' +
  'epsilon1 ϵ theta1 ϑ pi1 ϖ omega1 ϖ rho1 ϱ sigma1 ς phi1 φ arrowlefttophalf ↼ arrowleftbothalf ↽ arrowrighttophalf ⇀ arrowrightbothalf ⇁ ' +
  'arrowhookleft ↪ arrowhookright ↩ star ⋆ flat ♭ natural ♮ sharp ♯ slurbelow ⌣ slurabove ⌢ lscript ℓ weierstrass ℘ vector \u20d7 tie \u0361 dotlessj ȷ ' +
  'dotmath ⋅ notelement ∉ reflexsubsetequal ⊆ congruent ≅ therefore ∴ because ∵ angle ∠ perthousandzero ‰ second ″ minute ′ ' +
  'square □ blacksquare ■ squaredot ⊡ lozenge ◊ blacklozenge ⧫ checkmark ✓ maltese ✠ defines ≜ subsetnoteql ⊊ supersetnoteql ⊋ notsubset ⊄ ' +
  'hslash ℏ planckover2pi1 ℏ planckover2pi ℏ Planckover ℏ beth ℶ gimel ℷ daleth ℸ lessorsimilar ≲ greaterorsimilar ≳ lessorequalslant ⩽ greaterorequalslant ⩾ ' +
  'ff ﬀ ffi ﬃ ffl ﬄ visiblespace ␣ suppress ̸ Germandbls ẞ nbspace \u00a0 nonbreakingspace \u00a0 sfthyphen - softhyphen - hyphenminus - ' +
  'Equal = Plus + Minus − Comma , Period . LeftParenthesis ( RightParenthesis )';

const bySign = new Map<string, string>();
for (const [, name = '', sign = ''] of signs.matchAll(/(\S+) (\S+)(?: |$)/gu)) bySign.set(name, sign);

/** Suffixes of large signs and of the parts that they are built from. */
const sizes = /(?:text|display|big|Big|bigg|Bigg|tp|bt|ex|mid|wide|wider|widest|\d)$/;

/** The character of a sign's name in any size; undefined for unknown names. */
export function signOfName(name: string): string | undefined {
  const sign = bySign.get(name);
  if (sign !== undefined) return sign;
  return sizes.test(name) ? signOfName(name.replace(sizes, '')) : undefined;
}

/** The name without the suffix for the size of a large sign. */
export const withoutSize = (name: string): string => name.replace(sizes, '');
