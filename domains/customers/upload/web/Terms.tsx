import { Button, Checkbox, List } from "@mantine/core";
import "@mantine/core/styles/List.layer.css";
import { type ReactNode, useRef, useState } from "react";
import { StepFrame } from "./StepFrame.tsx";

interface Props {
  agreed: boolean;
  onAgree: (agreed: boolean) => void;
  onContinue: () => void;
  onEarlier: () => void;
  /** The notice of an unfinished upload. */
  children: ReactNode;
}

/** The obligations of uploading contacts and the file's format; the box must be checked to continue. */
export function Terms({ agreed, onAgree, onContinue, onEarlier, children }: Props) {
  const box = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState(false);
  const continueIfAgreed = () => {
    if (agreed) return onContinue();
    setRefused(true);
    box.current?.focus();
  };
  return (
    <StepFrame
      title="Before you upload"
      step={1}
      back={
        <Button variant="subtle" onClick={onEarlier}>
          Earlier uploads
        </Button>
      }
      next={<Button onClick={continueIfAgreed}>Continue</Button>}
    >
      {children}
      <List spacing="xs" size="sm">
        <List.Item>
          <b>Consent:</b> send marketing texts only to people who agreed to get them from your business. Uploading a
          contact is not consent: without it they stay out of campaigns.
        </List.Item>
        <List.Item>
          <b>Opt-outs:</b> don't text anyone who asked you to stop. A phone that opted out stays opted out, even if it's
          in the file.
        </List.Item>
        <List.Item>
          <b>Phone numbers:</b> every contact must have a phone number. Rows without a valid one are left out and listed
          for you with the reason.
        </List.Item>
        <List.Item>
          <b>Labels:</b> the first row must be column labels, such as First name, Last name, Email, Phone.
        </List.Item>
        <List.Item>
          <b>Size:</b> at most 5 MB and 100,000 rows. Save a larger list as several files.
        </List.Item>
      </List>
      <Checkbox
        ref={box}
        label="I agree to the terms of services: I may use these contacts, and I've followed the points above."
        checked={agreed}
        error={refused && !agreed && "Please agree to terms of services to continue!"}
        onChange={(event) => onAgree(event.currentTarget.checked)}
      />
    </StepFrame>
  );
}
