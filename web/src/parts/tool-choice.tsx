// The tools that accept the chosen files, as cards to choose from.
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ToolIcon as IconName } from '../api/types.ts';
import { ToolIcon } from './tool-icon.tsx';

export interface Choice {
  id: string;
  name: string;
  icon: IconName;
  summary: string;
}

export function ToolChoice({
  label,
  choices,
  chosen,
  isShort,
  onChoose,
}: {
  label: string;
  choices: readonly Choice[];
  chosen: string | undefined;
  /** Whether the first one alone is shown until somebody looks for the others. */
  isShort: boolean;
  onChoose: (id: string) => void;
}) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const isAll = !isShort || isOpen || choices.findIndex(({ id }) => id === chosen) > 0;
  return (
    <fieldset className="tools">
      <legend>{label}</legend>
      {(isAll ? choices : choices.slice(0, 1)).map(({ id, name, icon, summary }) => (
        <label key={id} className="tool">
          <input type="radio" name="tool" value={id} checked={id === chosen} onChange={() => onChoose(id)} />
          <span className="tool-icon">
            <ToolIcon name={icon} />
          </span>
          <span>
            <strong>{name}</strong>
            <small>{summary}</small>
          </span>
        </label>
      ))}
      {!isAll && (
        <Button variant="default" h="auto" mih={60} onClick={() => setOpen(true)}>
          {t('workbench.more_tools', { count: choices.length - 1 })}
        </Button>
      )}
    </fieldset>
  );
}
