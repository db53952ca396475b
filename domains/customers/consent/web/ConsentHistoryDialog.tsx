import { Modal } from "@mantine/core";
import { ConsentLedger } from "./ConsentLedger.tsx";

interface Props {
  opened: boolean;
  onClose: () => void;
  customer_id: number;
}

/** A customer's consent history as a dialog. */
export function ConsentHistoryDialog({ opened, onClose, customer_id }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title="Consent history" size="lg">
      <ConsentLedger customer_id={customer_id} />
    </Modal>
  );
}
