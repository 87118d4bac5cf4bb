/** The map page with its lazy parts: on a busy machine a first load takes longer than a test waits. */
import '../assemblage/assemblage-view';
import '../buildable/buildable-section';
import '../colours/colour-select';
import '../colours/colours';
import '../criteria/results/why-section';
import '../criteria/search-view';
import '../drawer/map-drawer';
import '../filters/filter-layer';
import '../filters/filters-view';
import '../inspect/inspect-panel';
import '../inspect/units-section';
import '../layer-rows';
import '../measure-panel';
import '../own-files/own-file-layers';
import '../own-files/own-file-rows';
import '../owner-group/owner-section';
import '../parcel-popup';
import '../project-parcels/project-parcels';
import '../selection/selection-layer';

export { MapScreen } from '../map-screen';
