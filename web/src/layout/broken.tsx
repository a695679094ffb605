// The error boundary: usually the server was updated and no longer has the page's code.
import { Button, Center, Stack, Text, Title } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { texts } from '../i18n.ts';

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
            {texts.t('shell.broken')}
          </Title>
          <Text>{texts.t('shell.broken_text')}</Text>
          <Button onClick={() => window.location.reload()}>{texts.t('shell.reload')}</Button>
          <Button variant="default" component="a" href="/">
            {texts.t('shell.go_home')}
          </Button>
        </Stack>
      </Center>
    );
  }
}
