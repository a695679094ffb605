// What is shown when a page itself breaks: most often it was replaced by a newer one on the server.
import { Button, Center, Stack, Text, Title } from '@mantine/core';
import { Component, type ReactNode } from 'react';

interface State {
  isBroken: boolean;
}

export class Broken extends Component<{ children: ReactNode }, State> {
  override state: State = { isBroken: false };

  static getDerivedStateFromError(): State {
    return { isBroken: true };
  }

  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children;
    return (
      <Center component="main" mih="100vh" p="md">
        <Stack maw={420}>
          <Title order={1} size="h2">
            This page cannot be shown
          </Title>
          <Text>Perhaps the server was updated meanwhile. Loading it again usually helps.</Text>
          <Button onClick={() => window.location.reload()}>Load again</Button>
          <Button variant="default" component="a" href="/dashboard">
            Go to the home page
          </Button>
        </Stack>
      </Center>
    );
  }
}
