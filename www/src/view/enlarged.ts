/** How large the picture is shown. */

/** The size of type that the picture is drawn for. */
const TYPE_PX = 13;

/**
 * How much larger than drawn the picture is shown, so that its type is about as large as the page's. In quarters: any
 * other factor would blur its lines.
 */
export function enlarged(): number {
  const type_px = parseFloat(getComputedStyle(document.documentElement).fontSize);
  return Math.max(1, Math.round((type_px / TYPE_PX) * 4) / 4);
}

/** Device pixels for each pixel that is drawn. */
export const deviceScale = (): number => devicePixelRatio * enlarged();
