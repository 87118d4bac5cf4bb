import { GrowthScreen } from '../features/growth/growth-screen';

/** /sleuth-growth */
export default function SleuthGrowthPage() {
  return <GrowthScreen />;
}
