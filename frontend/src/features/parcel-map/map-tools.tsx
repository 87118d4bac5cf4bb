import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import type { Place } from './api';
import type { Base } from './base';
import { BaseSwitch } from './base-tools';
import { DrawTool } from './draw-tool';
import { LayerList } from './layer-list';
import type { LayerId, Shown, ShownLayers } from './layers';
import classes from './map-screen.module.css';
import type { Spot } from './map-state';
import { MeasureTool } from './measure-tool';
import { PlaceSearch } from './place-search';
import { SelectTool } from './selection/select-tool';
import type { DrawnTool } from './selection/shape';

interface Props {
  readonly middle: () => Spot | undefined;
  readonly drawing: boolean;
  readonly measuring: boolean;
  readonly phone: boolean;
  readonly base: Base;
  /** Without imagery there is no choice of base maps. */
  readonly hasImagery: boolean;
  readonly present: readonly LayerId[];
  readonly shown: ShownLayers;
  readonly onPlace: (place: Place) => void;
  readonly onDraw: () => void;
  readonly onDropInMiddle: () => void;
  readonly onMeasure: () => void;
  /** Whether parcels are being selected. */
  readonly selecting: boolean;
  readonly onSelect: (tool: DrawnTool) => void;
  readonly onSelectInView: () => void;
  readonly onSelectNumbers: () => void;
  readonly onSelectEnd: () => void;
  readonly onBase: (base: Base) => void;
  readonly onShown: (id: LayerId, shown: Shown) => void;
  readonly onGoToList: () => void;
}

/** Sides of the tools, in pixels: with a mouse, and for a finger. */
const sizes = { mouse: 36, finger: 44 };

/** The tools above the map. On phones the base map is chosen in the list of layers, for lack of space. */
export function MapTools(props: Props) {
  const { phone, base, hasImagery } = props;
  const size = phone ? sizes.finger : sizes.mouse;
  const choice = hasImagery && <BaseSwitch base={base} onBase={props.onBase} />;
  return (
    <div className={classes.tools}>
      <div className={classes.search}>
        <PlaceSearch middle={props.middle} onChoose={props.onPlace} />
      </div>
      <DrawTool drawing={props.drawing} size={size} onToggle={props.onDraw} onDropInMiddle={props.onDropInMiddle} />
      <SelectTool
        active={props.selecting}
        size={size}
        onDraw={props.onSelect}
        onInView={props.onSelectInView}
        onNumbers={props.onSelectNumbers}
        onEnd={props.onSelectEnd}
      />
      <MeasureTool measuring={props.measuring} size={size} onToggle={props.onMeasure} />
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
