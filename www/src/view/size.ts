/** How large an element is, for panels that work only while somebody sees them. */
import { useEffect, useState } from 'preact/hooks';
import type { RefObject } from 'preact';

/** In CSS pixels; nothing while the element, or what it stands in, is not shown. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

const NOTHING: Size = { width: 0, height: 0 };

/** The size of an element, kept up to date; zero until it is known and while it is hidden. */
export function useSize(element: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState(NOTHING);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect;
      setSize({ width: Math.floor(width), height: Math.floor(height) });
    });
    observer.observe(element.current!);
    return () => observer.disconnect();
  }, [element]);
  return size;
}

/** Whether an element is shown: not in a tab behind another, a closed panel or a sheet that is down. */
export const useShown = (element: RefObject<HTMLElement | null>): boolean => useSize(element).width > 0;
