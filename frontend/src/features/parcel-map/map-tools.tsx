import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import type { Place } from './api';
import type { Base } from './base';
import { BaseSwitch } from './base-tools';
import { DrawerTool } from './drawer/drawer-tool';
import { DrawTool } from './draw-tool';
import { InspectTool } from './inspect/inspect-tool';
import { LayerList } from './layer-list';
import type { LayerId, Shown, ShownLayers } from './layers';
import classes from './map-screen.module.css';
import { MeasureTool } from './measure-tool';
import { PlaceSearch } from './place-search';
import { SelectTool } from './selection/select-tool';
import type { useMapTools } from './use-map-tools';

interface Props {
  readonly tools: ReturnType<typeof useMapTools>;
  readonly drawing: boolean;
  readonly measuring: boolean;
  readonly phone: boolean;
  readonly base: Base;
  /** Without imagery there is no choice of base maps. */
  readonly hasImagery: boolean;
  readonly present: readonly LayerId[];
  readonly shown: ShownLayers;
  readonly onPlace: (place: Place) => void;
  /** Whether the drawer is open. */
  readonly drawer: boolean;
  readonly onDrawer: () => void;
  /** Whether parcels are being selected. */
  readonly selecting: boolean;
  readonly onSelectEnd: () => void;
  readonly onBase: (base: Base) => void;
  readonly onShown: (id: LayerId, shown: Shown) => void;
  readonly onGoToList: () => void;
}

/** Sides of the tools, in pixels: with a mouse, and for a finger. */
const sizes = { mouse: 36, finger: 44 };

/** The tools above the map. On phones the base map is chosen in the list of layers, for lack of space. */
export function MapTools(props: Props) {
  const { tools, phone, base, hasImagery } = props;
  const size = phone ? sizes.finger : sizes.mouse;
  const choice = hasImagery && <BaseSwitch base={base} onBase={props.onBase} />;
  return (
    <div className={classes.tools}>
      <div className={classes.search}>
        <PlaceSearch middle={tools.middle} onChoose={props.onPlace} />
      </div>
      <DrawerTool open={props.drawer} size={size} onToggle={props.onDrawer} />
      <DrawTool drawing={props.drawing} size={size} onToggle={tools.draw} onDropInMiddle={tools.dropInMiddle} />
      <InspectTool size={size} onInspectMiddle={tools.inspectMiddle} />
      <SelectTool
        active={props.selecting}
        size={size}
        onDraw={tools.select}
        onInView={tools.selectInView}
        onAround={tools.selectAround}
        onRoad={tools.selectRoad}
        onNamedRoad={tools.selectNamedRoad}
        onNumbers={tools.selectNumbers}
        onFile={tools.selectFile}
        onEnd={props.onSelectEnd}
      />
      <MeasureTool measuring={props.measuring} size={size} onToggle={tools.measure} />
      <Tooltip label="Properties of this project">
        {phone ? (
          <ActionIcon size={size} variant="default" aria-label="Properties" className={classes.tool ?? ''} onClick={props.onGoToList}>
            <IconListDetails size={20} aria-hidden />
          </ActionIcon>
        ) : (
          <Button
            variant="default"
            leftSection={<IconListDetails size={18} aria-hidden />}
            onClick={props.onGoToList}
            className={classes.tool ?? ''}
          >
            Properties
          </Button>
        )}
      </Tooltip>
      <div className={classes.base}>
        {!phone && choice}
        <LayerList present={props.present} shown={props.shown} onShown={props.onShown} size={size}>
          {phone && choice}
        </LayerList>
      </div>
    </div>
  );
}
