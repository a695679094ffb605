// The tools that accept the chosen files, as cards to choose from.
import type { ToolIcon as IconName } from '../api/types.ts';
import { toolName, toolSays } from './tool-name.ts';
import { ToolIcon } from './tool-icon.tsx';

export interface Choice {
  id: string;
  name: string;
  icon: IconName;
  summary: string;
}

export const ToolChoice = ({
  label,
  choices,
  chosen,
  onChoose,
}: {
  label: string;
  choices: readonly Choice[];
  chosen: string | undefined;
  onChoose: (id: string) => void;
}) => (
  <fieldset className="tools">
    <legend>{label}</legend>
    {choices.map(({ id, name, icon, summary }) => (
      <label key={id} className="tool">
        <input type="radio" name="tool" value={id} checked={id === chosen} onChange={() => onChoose(id)} />
        <span className="tool-icon">
          <ToolIcon name={icon} />
        </span>
        <span>
          <strong>{toolName(id, name)}</strong>
          <small>{toolSays(id, summary)}</small>
        </span>
      </label>
    ))}
  </fieldset>
);
