import "@mantine/core/styles/Code.layer.css";
import { Button, Code, Group, Text, Title } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useCall } from "#core/web/call/useCall.ts";
import { InfoTooltip } from "#core/web/feedback/InfoTooltip.tsx";
import { accounts } from "#domains/accounts/contract.ts";
import { numberSwap } from "#domains/locations/numberSwap/contract.ts";
import { swapSnippet } from "#domains/locations/numberSwap/rules.ts";
import classes from "./NumberSwapCard.module.css";
import { numberSwapTexts as texts } from "./texts.ts";

/** The script that shows visitors of the business's website the number of the ad that they came from. */
export function NumberSwapCard() {
  const { data } = useCall(numberSwap.script);
  const { data: profile } = useCall(accounts.profile);
  const clipboard = useClipboard({ timeout: 2_000 });
  if (!data || !profile) return null;
  const { url, token, number, sources } = data;
  const snippet = swapSnippet(url, token, [profile.company_phone, number]);
  return (
    <section className={classes.card} aria-labelledby="number-swap">
      <Group gap="xs">
        <Title id="number-swap" order={2} size="h4">
          {texts.title}
        </Title>
        <InfoTooltip about={texts.title}>{texts.about}</InfoTooltip>
      </Group>
      {sources.length === 0 ? (
        <Text size="sm" c="dimmed">
          {texts.none}
        </Text>
      ) : (
        <>
          <Text size="sm" c="dimmed">
            {texts.how}
          </Text>
          <Code block className={classes.code} tabIndex={0} role="region" aria-label={texts.label}>
            {snippet}
          </Code>
          <div>
            <Button
              variant="default"
              leftSection={clipboard.copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
              onClick={() => clipboard.copy(snippet)}
            >
              {clipboard.copied ? texts.copied : texts.copy}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
