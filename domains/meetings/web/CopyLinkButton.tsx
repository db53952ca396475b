import { Button, Group, Modal, Text, TextInput } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { meetingTexts as texts } from "./texts.ts";

const shownMs = 2_000;

/** Copies the customer's link; where the browser doesn't allow that, shows it to be copied by hand. */
export function CopyLinkButton({ url, about }: { url: string; about: string }) {
  const [state, setState] = useState<"copied" | "shown">();
  useEffect(() => {
    if (state !== "copied") return;
    const timer = setTimeout(() => setState(undefined), shownMs);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      setState("copied");
    } catch {
      setState("shown");
    }
  };
  const isCopied = state === "copied";
  return (
    <>
      <Button
        variant="default"
        size="compact-md"
        aria-label={`${texts.copyLink}: ${about}`}
        leftSection={isCopied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
        onClick={copy}
      >
        {isCopied ? texts.copied : texts.copyLink}
      </Button>
      <Modal opened={state === "shown"} onClose={() => setState(undefined)} title={texts.copyFailed}>
        <Text size="sm" mb="sm">
          {texts.copyHint}
        </Text>
        <TextInput
          readOnly
          data-autofocus
          aria-label={texts.copyFailed}
          value={url}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Group justify="flex-end" mt="lg">
          <Button onClick={() => setState(undefined)}>{texts.close}</Button>
        </Group>
      </Modal>
    </>
  );
}
