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
export const PreviousTickIcon = icon('M10.5 4.5L7 8l3.5 3.5M3.5 3.5v9M13 6.5v3');
export const NextTickIcon = icon('M5.5 4.5L9 8l-3.5 3.5M12.5 3.5v9M3 6.5v3');
export const ZoomInIcon = icon('M7 2.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0-9M10.3 10.3L14 14M5 7h4M7 5v4');
export const ZoomOutIcon = icon('M7 2.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0-9M10.3 10.3L14 14M5 7h4');
export const FitIcon = icon('M2 3v10M14 3v10M4.5 8h7M6.5 5.8L4.3 8l2.2 2.2M9.5 5.8L11.7 8l-2.2 2.2');
export const ResetIcon = icon('M3 3v4h4M3.4 7A5 5 0 1 1 3.6 10');
export const ProofIcon = icon('M8 1.8l5 1.9v3.6c0 3.2-2 5.6-5 6.9c-3-1.3-5-3.7-5-6.9V3.7zM5.6 7.9l1.7 1.7l3.2-3.3');
export const RemoveIcon = icon('M4 4l8 8M12 4l-8 8');
export const AddIcon = icon('M8 3v10M3 8h10');
export const CopyIcon = icon('M2 8h10M8.5 4.5L12 8l-3.5 3.5M14.5 3.5v9');
export const SwapIcon = icon('M2 5.5h11M10 2.5l3 3l-3 3M14 10.5H3M6 7.5l-3 3l3 3');
export const HandleIcon = icon('M5.5 3.5h.01M5.5 8h.01M5.5 12.5h.01M10.5 3.5h.01M10.5 8h.01M10.5 12.5h.01');
export const CloneIcon = icon('M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3');
export const EarlierIcon = icon('M8 13V3.5M4 7.5l4-4l4 4');
export const LaterIcon = icon('M8 3v9.5M4 8.5l4 4l4-4');
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
export const UndoIcon = icon('M5.5 3L2.5 6l3 3M2.5 6h6.2a4 4 0 0 1 0 8H6');
export const RedoIcon = icon('M10.5 3l3 3l-3 3M13.5 6H7.3a4 4 0 0 0 0 8H10');
export const ExportIcon = icon('M8 2v8M4.8 7L8 10.2L11.2 7M2.5 11.5v2h11v-2');
export const PencilIcon = icon('M10.8 2.8l2.4 2.4L5.5 13L2.6 13.4L3 10.5z');
export const OpenIcon = icon('M2 13V3.5h4l1.5 2H14V13z');
export const DownIcon = icon('M4.5 6.5L8 10l3.5-3.5');
