import { Alert } from "@mantine/core";
import type { ReactNode } from "react";

interface Props {
  children: ReactNode;
  /** Without it the note goes when its reason does. */
  onClose?: () => void;
}

/** Says what of an email's HTML isn't kept. */
export function RemovedNote({ children, onClose }: Props) {
  return (
    <Alert
      color="yellow"
      role="status"
      withCloseButton={onClose !== undefined}
      closeButtonLabel="Close this note"
      {...(onClose && { onClose })}
    >
      {children}
    </Alert>
  );
}
