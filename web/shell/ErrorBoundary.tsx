import { Button, Center, Stack, Text, Title } from "@mantine/core";
import { Component, type ReactNode } from "react";

interface Props {
  children: ReactNode;
  /** When it changes, the failure is forgotten: the person went on. */
  resetOn?: string;
}

interface State {
  failure: Error | undefined;
}

/** Keeps a mistake in one screen from taking the whole application with it. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failure: undefined };

  static getDerivedStateFromError(failure: Error): State {
    return { failure };
  }

  override componentDidUpdate(before: Props) {
    if (before.resetOn !== this.props.resetOn && this.state.failure) this.setState({ failure: undefined });
  }

  override render() {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    // After an update the server has other files than the ones this page was made of.
    const outdated = /dynamically imported module|module script|preload/i.test(failure.message);
    return (
      <Center mih="60vh" p="lg" role="alert">
        <Stack align="center" gap="sm" maw={420} ta="center">
          <Title order={1} fz="h3">
            {outdated ? "This page could not be loaded" : "Something went wrong here"}
          </Title>
          <Text c="dimmed">
            {outdated
              ? "Rooftop may have been updated, or the connection was lost. Reloading brings it back."
              : "Nothing you saved was lost. Reload the page, or go on with another one."}
          </Text>
          <Button onClick={() => window.location.reload()}>Reload</Button>
        </Stack>
      </Center>
    );
  }
}
