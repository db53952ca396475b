import { Button, Group, Modal, Text } from "@mantine/core";
import type { ConfirmOptions } from "./confirmOptions.ts";

interface Props {
  question: ConfirmOptions;
  onAnswer: (yes: boolean) => void;
}

/** A question with two answers; the harmless one has the focus. */
export function ConfirmDialog({ question, onAnswer }: Props) {
  return (
    <Modal opened onClose={() => onAnswer(false)} title={question.title} size="sm">
      <Text component="div">{question.text}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" data-autofocus onClick={() => onAnswer(false)}>
          {question.cancel ?? "Cancel"}
        </Button>
        <Button color={question.danger ? "red" : undefined} onClick={() => onAnswer(true)}>
          {question.action}
        </Button>
      </Group>
    </Modal>
  );
}
