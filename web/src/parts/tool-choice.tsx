// The tools that accept the chosen files, as cards to choose from.
import type { Tool } from '../api/types.ts';

export const ToolChoice = ({
  tools,
  chosen,
  onChoose,
}: {
  tools: readonly Tool[];
  chosen: Tool | undefined;
  onChoose: (tool: Tool) => void;
}) => (
  <fieldset className="tools">
    <legend>Choose a tool</legend>
    {tools.map((tool) => (
      <label key={tool.id} className="tool">
        <input
          type="radio"
          name="tool"
          value={tool.id}
          checked={tool.id === chosen?.id}
          onChange={() => onChoose(tool)}
        />
        <span>
          <strong>{tool.id}</strong>
          <small>{tool.summary}</small>
        </span>
      </label>
    ))}
  </fieldset>
);
