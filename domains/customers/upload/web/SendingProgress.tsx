import { Progress, Text } from "@mantine/core";

/** Upload progress; at 100 % the server is still reading the file. */
export function SendingProgress({ share }: { share: number }) {
  const percent = Math.floor(share * 100);
  const isSent = share >= 1;
  return (
    <div>
      <Text size="sm" mb={4} role="status">
        {isSent ? "Reading the rows…" : "Uploading…"}
      </Text>
      <Progress value={percent} striped={isSent} animated={isSent} aria-label="Upload" />
    </div>
  );
}
