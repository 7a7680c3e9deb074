import unittest

import torch

from .average import place
from .model import Recogniser


class Adapters(unittest.TestCase):
    def setUp(self) -> None:
        torch.manual_seed(1)
        self.model = Recogniser().eval()
        self.mel = torch.randn(1, 80, 60)

    def test_change_nothing_at_the_start_and_leave_the_lowest_layers_alone(self) -> None:
        before = self.model(self.mel)
        self.model.add_adapters(4)
        self.assertTrue(torch.equal(self.model(self.mel), before))
        adapted = {name.split(".")[2] for name in self.model.state_dict() if name.endswith(".down")}
        self.assertEqual(adapted, {"2", "3", "4", "5"})

    def test_come_back_from_saved_weights(self) -> None:
        self.model.add_adapters(4)
        with torch.no_grad():
            for name, parameter in self.model.named_parameters():
                if name.endswith(".up"):
                    parameter.normal_()
        again = Recogniser().eval()
        again.load(self.model.state_dict())
        self.assertTrue(torch.equal(again(self.mel), self.model(self.mel)))

    def test_half_way_add_half(self) -> None:
        up, norm = torch.ones(2), torch.ones(2)
        self.assertEqual(place(None, "layers.2.qkv.up", up, 0.5).tolist(), [0.5, 0.5])
        self.assertEqual(place(None, "layers.2.qkv.down", up, 0.5).tolist(), [1, 1])
        self.assertEqual(place(torch.zeros(2), "norm.weight", norm, 0.5).tolist(), [0.5, 0.5])


if __name__ == "__main__":
    unittest.main()
