import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import {
  IconBorderCorners,
  IconCircleDot,
  IconCircleDashed,
  IconClipboardList,
  IconFileUpload,
  IconLasso,
  IconRoad,
  IconRoadSign,
  IconRoute,
  IconSelectAll,
  IconSquareDashed,
  type IconProps,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { DrawnTool } from './shape';

const tools: readonly { readonly tool: DrawnTool; readonly label: string; readonly icon: ComponentType<IconProps> }[] = [
  { tool: 'rectangle', label: 'Rectangle', icon: IconSquareDashed },
  { tool: 'lasso', label: 'Lasso', icon: IconLasso },
  { tool: 'circle', label: 'Circle', icon: IconCircleDashed },
  { tool: 'corridor', label: 'Along a line', icon: IconRoute },
  { tool: 'road', label: 'Follow a road', icon: IconRoad },
];

interface Props {
  readonly active: boolean;
  readonly size: number;
  readonly onDraw: (tool: DrawnTool) => void;
  readonly onInView: () => void;
  readonly onAround: () => void;
  readonly onRoad: () => void;
  readonly onNamedRoad: () => void;
  readonly onNumbers: () => void;
  readonly onFile: () => void;
  readonly onEnd: () => void;
}

/** Ways to select many parcels, each also with the keyboard. */
export function SelectTool({ active, size, onDraw, onInView, onAround, onRoad, onNamedRoad, onNumbers, onFile, onEnd }: Props) {
  const button = (
    <ActionIcon
      size={size}
      variant={active ? 'filled' : 'default'}
      aria-label={active ? 'End selecting' : 'Select parcels'}
      data-aims
      onClick={active ? onEnd : undefined}
    >
      <IconSelectAll size={20} aria-hidden />
    </ActionIcon>
  );
  if (active) return <Tooltip label="End selecting">{button}</Tooltip>;
  return (
    // Loaded by the time a tool is chosen, so that a quick drag draws and does not move the map.
    <Menu position="bottom-start" withinPortal onOpen={() => void import('./selection-layer')}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        {tools.map(({ tool, label, icon: Icon }) => (
          <Menu.Item key={tool} leftSection={<Icon size={18} aria-hidden />} onClick={() => onDraw(tool)}>
            {label}
          </Menu.Item>
        ))}
        <Menu.Item leftSection={<IconBorderCorners size={18} aria-hidden />} onClick={onInView}>
          All in view
        </Menu.Item>
        <Menu.Item leftSection={<IconCircleDot size={18} aria-hidden />} onClick={onAround}>
          Around the middle of the map…
        </Menu.Item>
        <Menu.Item leftSection={<IconRoad size={18} aria-hidden />} onClick={onRoad}>
          Along the road at the middle of the map
        </Menu.Item>
        <Menu.Item leftSection={<IconRoadSign size={18} aria-hidden />} onClick={onNamedRoad}>
          Along a road by its name…
        </Menu.Item>
        <Menu.Item leftSection={<IconClipboardList size={18} aria-hidden />} onClick={onNumbers}>
          Numbers or addresses…
        </Menu.Item>
        <Menu.Item leftSection={<IconFileUpload size={18} aria-hidden />} onClick={onFile}>
          From a file…
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
