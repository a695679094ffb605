import { Text } from '@mantine/core';
import { Link } from 'wouter';
import { Page } from '../layout/page.tsx';

export const NotFound = () => (
  <Page title="This page does not exist">
    <Text>
      <Link href="/">Go to the home page</Link>
    </Text>
  </Page>
);
