import { Button, Center, Stack, Text, Title } from "@mantine/core";
import { Component, type ReactNode } from "react";

interface Props {
  children: ReactNode;
  /** A change clears the error, because the person navigated on. */
  resetOn?: string;
}

interface ErrorState {
  failure: Error | undefined;
}

/** Keeps an error in one screen from taking down the whole application. */
export class ErrorBoundary extends Component<Props, ErrorState> {
  override state: ErrorState = { failure: undefined };

  static getDerivedStateFromError(failure: Error): ErrorState {
    return { failure };
  }

  override componentDidUpdate(previous: Props) {
    if (previous.resetOn !== this.props.resetOn && this.state.failure) this.setState({ failure: undefined });
  }

  override render() {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    // After a deployment the server no longer has the files that this page imports.
    const isOutdated = /dynamically imported module|module script|preload/i.test(failure.message);
    return (
      <Center mih="60vh" p="lg" role="alert">
        <Stack align="center" gap="sm" maw={420} ta="center">
          <Title order={1} fz="h3">
            {isOutdated ? "This page could not be loaded" : "Something went wrong here"}
          </Title>
          <Text c="dimmed">
            {isOutdated
              ? "Rooftop may have been updated, or the connection was lost. Reloading brings it back."
              : "Nothing you saved was lost. Reload the page or open another one."}
          </Text>
          <Button onClick={() => window.location.reload()}>Reload</Button>
        </Stack>
      </Center>
    );
  }
}
