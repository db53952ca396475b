import { Modal } from "@mantine/core";
import { useCall } from "#core/web/call/useCall.ts";
import { leadPlans } from "#domains/leads/plans/contract.ts";
import { MailPreview, useMailPreview } from "#domains/templates/email/web/public.tsx";
import { planTexts } from "./texts.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
  subject: string;
  /** The copy that the step has; null: the template isn't copied yet. */
  mailId: number | null;
  /** The HTML of a template that isn't copied yet. */
  template: string | undefined;
}

/** An email step as it arrives. */
export function MailDialog({ opened, onClose, ...rest }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title={planTexts.stepParts.previewTitle} size="xl">
      <Preview {...rest} />
    </Modal>
  );
}

function Preview({ subject, mailId, template }: Omit<Props, "opened" | "onClose">) {
  const { data } = useCall(leadPlans.mail, { params: { mail_id: mailId ?? 0 } }, { enabled: mailId !== null });
  const { html } = useMailPreview(mailId === null ? (template ?? "") : (data?.html ?? ""));
  return <MailPreview html={html ?? ""} subject={subject} />;
}
