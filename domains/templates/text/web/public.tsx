export { MessageEditor } from "./MessageEditor.tsx";
export { PhonePreview } from "./PhonePreview.tsx";
export { PictureField } from "./PictureField.tsx";
export { SegmentBar } from "./SegmentBar.tsx";
