/** Small drawings for buttons; each button says in words what it does, so these are hidden from readers. */
import type { JSX } from 'preact';

const icon =
  (path: string, filled = false) =>
  (): JSX.Element => (
    <svg
      class="icon"
      viewBox="0 0 16 16"
      aria-hidden="true"
      fill={filled ? 'currentColor' : 'none'}
      stroke="currentColor"
      stroke-width="1.5"
      stroke-linejoin="round"
      stroke-linecap="round"
    >
      <path d={path} />
    </svg>
  );

export const PlayIcon = icon('M4.5 2.8v10.4L13 8z', true);
export const PauseIcon = icon('M5 3v10M11 3v10');
export const PreviousIcon = icon('M12.5 3.5v9L6 8zM3.5 3.5v9');
export const NextIcon = icon('M3.5 3.5v9L10 8zM12.5 3.5v9');
export const ZoomInIcon = icon('M7 2.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0-9M10.3 10.3L14 14M5 7h4M7 5v4');
export const ZoomOutIcon = icon('M7 2.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0-9M10.3 10.3L14 14M5 7h4');
export const FitIcon = icon('M2 3v10M14 3v10M4.5 8h7M6.5 5.8L4.3 8l2.2 2.2M9.5 5.8L11.7 8l-2.2 2.2');
export const ResetIcon = icon('M3 3v4h4M3.4 7A5 5 0 1 1 3.6 10');
export const RemoveIcon = icon('M4 4l8 8M12 4l-8 8');
export const AddIcon = icon('M8 3v10M3 8h10');
export const ShareIcon = icon(
  'M6.5 9.5l3-3M7.5 4.5l1.2-1.2a2.8 2.8 0 0 1 4 4L11.5 8.5M8.5 11.5l-1.2 1.2a2.8 2.8 0 0 1-4-4L4.5 7.5',
);
export const ShownIcon = icon(
  'M1.5 8C3.5 4.5 5.8 3.5 8 3.5s4.5 1 6.5 4.5c-2 3.5-4.3 4.5-6.5 4.5S3.5 11.5 1.5 8zM8 6.2a1.8 1.8 0 1 0 0 3.6a1.8 1.8 0 1 0 0-3.6',
);
export const HiddenIcon = icon(
  'M2 2l12 12M6.3 4.2C10 3 12.8 4.9 14.5 8c-.6 1-1.2 1.8-1.9 2.5M9.5 11.9C6 12.8 3.2 11 1.5 8c.5-.9 1.1-1.7 1.7-2.3',
);
export const LightIcon = icon(
  'M8 5a3 3 0 1 0 0 6a3 3 0 1 0 0-6M8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1M12 12l1 1M13 3l-1 1M3 13l1-1',
);
export const DarkIcon = icon('M13.5 9.5A6 6 0 0 1 6.5 2.5a6 6 0 1 0 7 7z');
export const SystemIcon = icon('M8 2a6 6 0 1 0 0 12a6 6 0 1 0 0-12M8 2v12M8 5h4.5M8 8h5.5M8 11h4.5');
