// A chosen PDF, opened to be shown; where it asks for a password, the place to give it.
import { PasswordInput, Skeleton, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenPdf } from './open.ts';
import { usePdf } from './use-pdf.ts';

/** A password is tried when nobody has typed for so long. */
const typingMs = 400;

export function Opened({
  file,
  password,
  refusal,
  locked,
  onPassword,
  children,
}: {
  file: File;
  password: string;
  /** The service's error about the password. */
  refusal: string | undefined;
  /** The message for a password-protected file, if there is no field for its password. */
  locked: string;
  /** Undefined if the tool does not accept password-protected PDFs. */
  onPassword?: ((password: string) => void) | undefined;
  children: (pdf: OpenPdf) => ReactNode;
}) {
  const { t } = useTranslation();
  const [settled] = useDebouncedValue(password, typingMs);
  const [askedBy, setAskedBy] = useState<'file' | 'service' | null>(null);
  const opening = usePdf(file, settled);
  if (refusal !== undefined && askedBy !== 'service') setAskedBy('service');
  else if (opening.is === 'locked' && askedBy === null) setAskedBy('file');
  const isWrong = opening.is === 'locked' && opening.isWrong && password === settled;
  // It stays while the typed password is tried.
  const ask = askedBy !== null && onPassword !== undefined && (
    <Ask
      name={file.name}
      password={password}
      error={refusal ?? (isWrong ? t('workbench.wrong_password') : undefined)}
      onPassword={onPassword}
    />
  );
  if (opening.is === 'open')
    return (
      <>
        {askedBy === 'service' && ask}
        {children(opening.pdf)}
      </>
    );
  if (ask !== false) return ask;
  if (opening.is === 'opening') return <Skeleton height={150} aria-label={t('common.loading')} />;
  return (
    <Text size="sm" c="dimmed">
      {opening.is === 'locked' ? locked : t('pages.unreadable', { name: file.name })}
    </Text>
  );
}

function Ask({
  name,
  password,
  error,
  onPassword,
}: {
  name: string;
  password: string;
  error: string | undefined;
  onPassword: (password: string) => void;
}) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.focus({ preventScroll: true });
    input.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <PasswordInput
      ref={input}
      label={t('pages.password_of', { name })}
      autoComplete="off"
      value={password}
      error={error}
      aria-invalid={error !== undefined}
      visibilityToggleButtonProps={{ 'aria-label': t('common.show_password') }}
      onChange={(event) => onPassword(event.currentTarget.value)}
    />
  );
}
